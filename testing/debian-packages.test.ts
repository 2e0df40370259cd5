// Wrappers of programs from Debian's packages: each part is used from where it is, unpacked or installed.
import { describe, expect, it } from 'vitest';
import { wrappersOf } from '../scripts/debian-packages.mjs';

const FOLDER = '/home/ada/.cache/tryout/part';
const ROOT = `${FOLDER}/root`;
const LIBRARIES = 'usr/lib/x86_64-linux-gnu';
const MODEL = 'usr/share/pocketsphinx/model/en-us';

const POCKETSPHINX = 'usr/bin/pocketsphinx_continuous';
const acousticModel = `${MODEL}/en-us`;
const dictionary = `${MODEL}/cmudict-en-us.dict`;
const command = (program: string, ...parts: string[]) =>
  [`exec "${ROOT}/${program}"`, ...parts, '"$@"'].join(' ');

describe('a wrapper', () => {
  it.each<[string, { files: string[]; name: string; lines: string[] }]>([
    [
      'names the unpacked model',
      {
        files: [POCKETSPHINX, MODEL, acousticModel, dictionary],
        name: 'pocketsphinx_continuous',
        lines: [
          command(POCKETSPHINX, `-hmm "${ROOT}/${acousticModel}" -dict "${ROOT}/${dictionary}"`),
        ],
      },
    ],
    [
      'names the installed model',
      {
        files: [POCKETSPHINX],
        name: 'pocketsphinx_continuous',
        lines: [command(POCKETSPHINX, `-hmm "/${acousticModel}" -dict "/${dictionary}"`)],
      },
    ],
    [
      'names unpacked voices and libraries',
      {
        files: [
          'usr/bin/espeak-ng',
          `${LIBRARIES}/espeak-ng-data`,
          `${LIBRARIES}/libespeak-ng.so.1.1.51`,
        ],
        name: 'espeak-ng',
        lines: [
          `export LD_LIBRARY_PATH="${ROOT}/${LIBRARIES}"`,
          `export ESPEAK_DATA_PATH="${ROOT}/${LIBRARIES}"`,
          command('usr/bin/espeak-ng'),
        ],
      },
    ],
    [
      'names unpacked voices without libraries beside them',
      {
        files: ['usr/bin/espeak-ng', `${LIBRARIES}/espeak-ng-data`],
        name: 'espeak-ng',
        lines: [`export ESPEAK_DATA_PATH="${ROOT}/${LIBRARIES}"`, command('usr/bin/espeak-ng')],
      },
    ],
    [
      'leaves installed voices and libraries to the program',
      {
        files: ['usr/bin/espeak-ng'],
        name: 'espeak-ng',
        lines: [command('usr/bin/espeak-ng')],
      },
    ],
    [
      'names unpacked plugins and leaves installed ones to the program',
      {
        files: ['usr/bin/ceph-osd', `${LIBRARIES}/rados-classes/libcls_rbd.so.1.0.0`],
        name: 'ceph-osd',
        lines: [
          `export LD_LIBRARY_PATH="${ROOT}/${LIBRARIES}/rados-classes"`,
          `export CEPH_ARGS="--osd-class-dir=${ROOT}/${LIBRARIES}/rados-classes"`,
          command('usr/bin/ceph-osd'),
        ],
      },
    ],
    [
      'leaves all installed plugins to the program',
      {
        files: ['usr/bin/ceph-osd'],
        name: 'ceph-osd',
        lines: [command('usr/bin/ceph-osd')],
      },
    ],
  ])('%s', (_, { files, name, lines }) => {
    const script = wrappersOf(FOLDER, files).get(name)?.trimEnd().split('\n');
    const fonts = `export FONTCONFIG_FILE="${FOLDER}/fonts.conf"`;
    expect(script?.filter((line) => line !== fonts)).toEqual(['#!/bin/sh', ...lines]);
  });

  it('is made for unpacked programs alone', () => {
    const files = ['usr/bin/ffmpeg', 'usr/share/doc/ffprobe'];
    expect([...wrappersOf(FOLDER, files).keys()]).toEqual(['ffmpeg']);
  });
});
