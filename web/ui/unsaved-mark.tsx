// Beside the name of a part of the page: what was changed there is not saved yet.

export function UnsavedMark() {
  return (
    <>
      <span
        aria-hidden
        className="ml-1.5 inline-block size-1.5 -translate-y-px rounded-full bg-warning"
      />
      <span className="sr-only"> (not saved)</span>
    </>
  );
}
