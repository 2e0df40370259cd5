// Replaces the form of step 0: the reason why a recording is impossible here, and a way that works.
import { useState } from 'react';
import { Alert } from '#web/ui/alert.tsx';
import { buttonStyle } from '#web/ui/button.style.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import type { BrowserObstacle } from './browser-obstacle.ts';

const elsewhere =
  'Open this link on a computer, in a current Chrome, Edge, Firefox or Safari. You don’t need to install anything.';

const notices: Record<BrowserObstacle, { title: string; text: string }> = {
  insecure: {
    title: 'This page was opened over an insecure connection.',
    text: 'Browsers allow recording on secure addresses only. Open the link with https://.',
  },
  no_screen: {
    title: 'This device can’t record its screen.',
    text: `Phones and tablets can’t. ${elsewhere}`,
  },
  no_recorder: { title: 'This browser can’t record.', text: elsewhere },
};

export function ObstacleNotice({ obstacle }: { obstacle: BrowserObstacle }) {
  const { title, text } = notices[obstacle];
  return (
    <div className="grid gap-4">
      <Alert tone="warning" title={title}>
        {text}
      </Alert>
      {obstacle === 'insecure' ? (
        <a
          href={location.href.replace(/^http:/, 'https:')}
          className={buttonStyle('primary', 'lg')}
        >
          Open with https://
        </a>
      ) : (
        <TakeAlong />
      )}
    </div>
  );
}

/** Ways to send the link from this device to a computer. */
function TakeAlong() {
  const [isRefused, setRefused] = useState(false);
  const link = location.href;
  const share = () => {
    navigator.share({ url: link }).catch((error: unknown) => {
      // Closing the system's share sheet is no failure.
      console.info('The link was not passed on.', error);
    });
  };
  return (
    <>
      {'share' in navigator && (
        <Button size="lg" onClick={share}>
          Send the link to my computer
        </Button>
      )}
      <CopyButton
        size="lg"
        text={link}
        label="Copy the link"
        copiedLabel="Link copied"
        onFailure={() => setRefused(true)}
      />
      {isRefused && (
        <p role="status" className="text-center text-sm">
          The browser did not let it be copied: <span className="select-all">{link}</span>
        </p>
      )}
    </>
  );
}
