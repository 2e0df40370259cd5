// The filter in an address: read by the contract's rules, written back the same, made-up values left out.
import { expect, test } from 'vitest';
import { resultFilter } from '#contract/result-filter.ts';
import { filterQuery, readFilter, recordingHref, withFilter } from './filter.ts';
import { readMoments, withMoments } from './open-moments.ts';

test('every field is read, written and read again the same', () => {
  const address =
    'revision=2&outcome=direct,left&screen=3,7&route=1-2-1&device=Firefox+on+Windows&answer=none,hard&tag=price,größe&from=2026-11-01&to=2026-11-22&text=basket';
  const { filter, leftOut } = readFilter(new URLSearchParams(address));
  expect(leftOut).toEqual([]);
  expect(filter).toEqual({
    revision: 2,
    outcome: ['direct', 'left'],
    screen: [3, 7],
    route: '1-2-1',
    device: 'Firefox on Windows',
    answer: ['none', 'hard'],
    tag: ['price', 'größe'],
    from: '2026-11-01',
    to: '2026-11-22',
    text: 'basket',
  });
  const written = withFilter(new URLSearchParams('tab=screens&outcome=stopped'), filter);
  expect(written.get('tab')).toBe('screens');
  expect(readFilter(written)).toEqual({ filter, leftOut: [] });
  expect(resultFilter.parse(filterQuery(filter))).toEqual(filter);
});

test.each([
  ['revision=all', { revision: 'all' }, []],
  ['revision=none', {}, ['none']],
  ['outcome=left,lost,gave_up', { outcome: ['left', 'gave_up'] }, ['lost']],
  ['outcome=lost', {}, ['lost']],
  ['outcome=left,left', { outcome: ['left'] }, []],
  ['screen=0,2,-1,x', { screen: [2] }, ['0', '-1', 'x']],
  ['from=2026-02-30&to=2026-03-01', { to: '2026-03-01' }, ['2026-02-30']],
  ['tag=price,a b', { tag: ['price'] }, ['a b']],
  ['device=%00', {}, ['\0']],
  ['text=', {}, []],
  ['tab=screens&unknown=1', {}, []],
])('%s', (address, filter, leftOut) => {
  const read = readFilter(new URLSearchParams(address));
  expect(read.filter).toEqual(filter);
  expect(read.leftOut.map(({ text }) => text)).toEqual(leftOut);
});

test("a recording's address carries the filter and the second", () => {
  const address = { uniqueId: 'u', testId: 't', company: 'c', testName: 'n', userTimestamp: 'a_1' };
  expect(recordingHref(address)).toBe('/recordings/u/t/1');
  const href = recordingHref(address, { filter: { outcome: ['left', 'stopped'] }, atMs: 41_240 });
  expect(href).toBe('/recordings/u/t/1?outcome=left%2Cstopped&t=41.2');
});

test('open moments are kept in the address, beside the filter', () => {
  const request = {
    query: { of: 'clicked', at: 2, area: ['1:2', '3:4', '5:6'], to: '2026-11-22' },
    number: 'nothing_reacts',
  } as const;
  const query = { ...request.query, area: [...request.query.area] };
  const params = withMoments(new URLSearchParams('outcome=left&playing=3'), { ...request, query });
  expect(params.get('outcome')).toBe('left');
  expect(params.get('playing')).toBe(null);
  expect(readMoments(new URLSearchParams(params.toString()))).toEqual(request);
  expect(readMoments(withMoments(params, null))).toBe(null);
});

test('no heading of an address is read or kept', () => {
  const moments = 'of=people&title=99+people+hated+this&subtitle=All';
  const request = readMoments(new URLSearchParams({ moments }));
  expect(request).toEqual({ query: { of: 'people' } });
  expect(String(withMoments(new URLSearchParams(), request))).not.toContain('hated');
});

test.each(['', 'of=nothing', 'of=clicked&at=x', '%'])('moments=%s opens none', (moments) => {
  expect(readMoments(new URLSearchParams({ moments }))).toBe(null);
});
