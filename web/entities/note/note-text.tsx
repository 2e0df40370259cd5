// The text of a note or a clip's title, with its tags told apart; and tags as chips.
import { Fragment } from 'react';
import { textParts } from '#contract/tags.ts';
import { Name } from '#web/ui/name.tsx';

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

/** Small labels of the tags of a note or a clip, where its text is not shown. */
export function TagChips({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li
          key={tag}
          className="max-w-full truncate rounded-full border border-line bg-sunken px-2 text-muted text-xs leading-5"
        >
          #<Name>{tag}</Name>
        </li>
      ))}
    </ul>
  );
}
