// A window of a participant's device within the page: a document of its own, so that the participant's styles and widths
// apply, scaled to the room that there is.
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import panelStyles from '#web/entities/step/panel.css?url';
import { useTheme } from '#web/lib/theme.ts';
import { useWidth } from '#web/lib/use-width.ts';
import participantStyles from '#web/styles/participant.css?url';
import typefaceStyles from '#web/styles/typeface.css?url';

const styles = [participantStyles, typefaceStyles, panelStyles];

interface PreviewWindowProps {
  title: string;
  /** Size of the device's window in its own pixels. */
  width: number;
  height: number;
  children: ReactNode;
}

export function PreviewWindow({ title, width, height, children }: PreviewWindowProps) {
  const [room, roomWidth] = useWidth();
  const [body, setBody] = useState<HTMLElement | null>(null);
  const { theme } = useTheme();
  const scale = Math.min(1, roomWidth / width);
  const frame = useRef<HTMLIFrameElement>(null);
  // Some browsers replace the first document of a frame once it has loaded.
  const adopt = useCallback(() => {
    const document = frame.current?.contentDocument;
    if (!document || document.body === null) return;
    document.documentElement.lang = 'en';
    document.head.replaceChildren(...styles.map(linkTo));
    setBody(document.body);
  }, []);
  useLayoutEffect(adopt, [adopt]);
  useLayoutEffect(() => {
    if (body) body.ownerDocument.documentElement.dataset.theme = theme;
  }, [body, theme]);
  return (
    <div ref={room} style={{ height: Math.round(height * scale) || height }}>
      <iframe
        ref={frame}
        title={title}
        onLoad={adopt}
        style={{ width, height, transform: `scale(${scale})` }}
      />
      {body && createPortal(children, body)}
    </div>
  );
}

function linkTo(href: string): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
}
