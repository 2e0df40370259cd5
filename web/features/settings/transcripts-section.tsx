// Whether recordings are transcribed, and which server hears people's voices; the operator decides it.
import { useQuery } from '@tanstack/react-query';
import { aboutQuery } from '#web/entities/about.query.ts';
import { SettingsSection } from './settings-section.tsx';

export function TranscriptsSection() {
  const about = useQuery(aboutQuery).data;
  if (!about) return null;
  const { transcribedBy } = about;
  return (
    <SettingsSection title="Transcripts" description="What people say in recordings, written down.">
      {transcribedBy === null ? (
        <>
          <p>Off: no other server hears people’s voices.</p>
          <p className="wrap-anywhere text-muted text-sm">
            The operator of this server turns them on by setting TRANSCRIBE_URL to the address of a
            speech recogniser, such as https://example.org/v1/audio/transcriptions.
          </p>
        </>
      ) : (
        <>
          <p className="wrap-anywhere">
            After each session the sound of its recording goes to {transcribedBy}.
          </p>
          <p className="text-muted text-sm">
            Participants read this before they begin. Each recording’s page has its transcript.
          </p>
        </>
      )}
    </SettingsSection>
  );
}
