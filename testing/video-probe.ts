// Reports of ffprobe and ffmpeg on a video.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findProgram } from './programs.ts';

const run = promisify(execFile);

// Left out when a track has no packet.
const packetCount = z.coerce.number().default(0);
const probeSchema = z.object({
  format: z.object({ duration: z.coerce.number().optional(), start_time: z.coerce.number() }),
  streams: z.array(z.object({ codec_name: z.string(), nb_read_packets: packetCount })),
});

/**
 * Returns the properties that ffprobe reads from a file, and the complaints of ffmpeg while it decodes the whole
 * file.
 */
export async function probe(file: Uint8Array) {
  return withPath(file, async (path) => {
    const probeArguments = ['-count_packets', '-show_format', '-show_streams', '-of', 'json', path];
    const probed = await run(findProgram('ffprobe'), ['-v', 'error', ...probeArguments]);
    const decoded = await run(findProgram('ffmpeg'), [
      '-v',
      'error',
      '-i',
      path,
      '-f',
      'null',
      '-',
    ]);
    const { format, streams } = probeSchema.parse(JSON.parse(probed.stdout));
    return {
      durationSeconds: format.duration,
      startSeconds: format.start_time,
      packets: streams.map((stream) => `${stream.codec_name} ${stream.nb_read_packets}`),
      complaints: probed.stderr + decoded.stderr,
    };
  });
}

/** Every packet's track, time, size, flags and hash, in the file's order, as ffprobe reads them. */
export async function packetsOf(file: Uint8Array): Promise<string[]> {
  return withPath(file, async (path) => {
    const fields = 'stream_index,pts,size,flags,data_hash';
    return (await packetTable(path, fields, 'csv')).trim().split('\n');
  });
}

/** Returns these fields of every packet, as ffprobe writes them. */
async function packetTable(path: string, fields: string, form: 'csv' | 'json'): Promise<string> {
  const hashed = ['-show_entries', `packet=${fields}`, '-show_data_hash', 'sha256'];
  const probeArguments = ['-v', 'quiet', ...hashed, '-of', form, path];
  return (await run(findProgram('ffprobe'), probeArguments)).stdout;
}

/** Milliseconds at which each picture is shown, in the file's order. */
export async function pictureTimesOf(file: Uint8Array): Promise<number[]> {
  return withPath(file, async (path) => {
    const fields = ['-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
    const { stdout } = await run(findProgram('ffprobe'), ['-v', 'quiet', ...fields, path]);
    return stdout
      .trim()
      .split('\n')
      .map((seconds) => Number.parseFloat(seconds) * 1000);
  });
}

const tableSchema = z.object({
  packets: z.array(
    z.object({
      stream_index: z.number(),
      codec_type: z.enum(['video', 'audio']),
      pts_time: z.coerce.number(),
      size: z.string(),
      flags: z.string(),
      data_hash: z.string(),
    }),
  ),
});

/** Every packet in the order of its track and place there: what it holds, whether it is a key frame, and when it is shown. */
export async function sampleTablesOf(file: Uint8Array) {
  return withPath(file, async (path) => {
    const fields = 'stream_index,codec_type,pts_time,size,flags,data_hash';
    const { packets } = tableSchema.parse(JSON.parse(await packetTable(path, fields, 'json')));
    return packets
      .map((packet) => ({
        track: packet.stream_index,
        kind: packet.codec_type,
        seconds: packet.pts_time,
        size: packet.size,
        isKey: packet.flags.startsWith('K'),
        hash: packet.data_hash,
      }))
      .sort((a, b) => a.track - b.track);
  });
}

async function withPath<T>(file: Uint8Array, task: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-probe-'));
  const path = join(folder, 'video');
  try {
    await writeFile(path, file);
    return await task(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
