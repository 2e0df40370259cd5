// Ceph's configuration for one short test run: one store, nothing checked that takes time, nothing kept.

/** @param monitor `v1:host:port`; `endpoint`: host:port of the gateway. */
export function cephConfiguration(of: {
  folder: string;
  fsid: string;
  monitor: string;
  endpoint: string;
}): string {
  const { folder, fsid, monitor, endpoint } = of;
  return `[global]
fsid = ${fsid}
mon host = ${monitor}
public addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid

# One copy of everything, in memory; the largest test stores some 100 MB.
osd objectstore = memstore
memstore device bytes = 1073741824
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw rados pool pg num min = 1
mon allow pool size one = true

# Decisions at once instead of once a second: the start takes one second instead of twelve.
paxos propose interval = 0.02
paxos min wait = 0.01
osd class update on start = false
osd crush update on start = false
mon tick interval = 1
osd tick interval = 0.2

rgw enable usage log = false
rgw enable ops log = false
rgw run sync thread = false
rgw dynamic resharding = false
rgw gc max objs = 1
rgw lc max objs = 1
rgw usage max shards = 1
# Quotas are counted with every request, not every ten minutes.
rgw bucket quota ttl = 0

[mon.a]
mon data = ${folder}/mon
mon addr = ${monitor}
[osd.0]
osd data = ${folder}/osd
[client.rgw.a]
rgw frontends = beast endpoint=${endpoint} tcp_nodelay=1
rgw data = ${folder}/rgw
rgw thread pool size = 64
`;
}
