// The participant's own picture in a circle, mirrored like in a mirror.
import { Video, VideoOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface CameraCircleProps {
  stream: MediaStream | null;
  hasCamera: boolean;
  /** After the request for devices, a missing picture means that there is no camera. */
  isRequested?: boolean;
  /** Size and place. */
  className?: string;
}

export function CameraCircle({ stream, hasCamera, isRequested, className }: CameraCircleProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  const Missing = isRequested ? VideoOff : Video;
  return (
    <div
      className={classNames(
        'grid place-items-center overflow-hidden rounded-full bg-sunken text-muted ring-4 ring-surface outline outline-line-strong',
        className,
      )}
    >
      <video
        ref={video}
        aria-label="Your camera"
        autoPlay
        muted
        playsInline
        className={classNames('size-full -scale-x-100 object-cover', !hasCamera && 'hidden')}
      />
      {!hasCamera && <Missing aria-label="No picture" strokeWidth={1.5} className="size-1/4" />}
    </div>
  );
}
