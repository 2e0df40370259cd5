// A button that uploads pictures: chosen, dropped on it, or pasted while it has the focus.
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { UploadedPicture } from '#contract/pictures.api.ts';
import { PICTURE_TYPES, uploadPicture } from '#web/entities/screen/picture.query.ts';
import { Button } from '#web/ui/button.tsx';

interface ChoosePictureProps {
  children: ReactNode;
  /** Several can be chosen at once, at most so many. */
  most?: number;
  onUploaded: (pictures: UploadedPicture[]) => void;
}

export function ChoosePicture({ children, most = 1, onUploaded }: ChoosePictureProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (files: readonly File[]) => {
    setBusy(true);
    setError(null);
    try {
      const uploaded: UploadedPicture[] = [];
      // One after another, because the server decodes one at a time.
      for (const file of files.slice(0, most)) uploaded.push(await uploadPicture(file));
      onUploaded(uploaded);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'The picture could not be uploaded.');
    } finally {
      setBusy(false);
    }
  };
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0) void send(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same by keys.
    <div
      className="grid justify-items-start gap-1"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        multiple={most > 1}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      <Button
        variant="secondary"
        busy={busy}
        busyLabel="Uploading…"
        icon={<ImagePlus aria-hidden className="size-4" />}
        aria-describedby={error === null ? undefined : id}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      {error !== null && (
        <p id={id} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
