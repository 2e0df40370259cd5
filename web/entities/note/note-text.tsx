// The text of a note or a clip's title, with its tags marked.
import { Fragment } from 'react';
import { textParts } from '#contract/tags.ts';

/** Line breaks stay. */
export function NoteText({ children }: { children: string }) {
  return (
    <span dir="auto" className="block whitespace-pre-line [overflow-wrap:anywhere]">
      {textParts(children).map(({ text, tag }, at) =>
        tag === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never reorder.
          <Fragment key={at}>{text}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <b key={at} className="font-semibold">
            {text}
          </b>
        ),
      )}
    </span>
  );
}
