// What connects a workspace with other programs: API keys and webhooks, the owner's alone.
import { API_REFERENCE } from '#contract/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { ApiKeys } from './integrations/api-keys.tsx';
import { WebhookList } from './integrations/webhook-list.tsx';
import { SettingsSection } from './settings-section.tsx';

export function IntegrationsTab({ isOwner }: { isOwner: boolean }) {
  if (!isOwner) {
    return (
      <div className="py-8">
        <EmptyState illustration={<PeopleIllustration />} title="The owner connects other programs">
          API keys and webhooks reach all tests of this workspace, so only its owner makes and sees
          them.
        </EmptyState>
      </div>
    );
  }
  return (
    <div>
      <SettingsSection
        title="API keys"
        description={
          <>
            A program with a key reads this workspace, or works in it, without a sign-in. What it
            can call stands in the{' '}
            <a href={API_REFERENCE} className="text-accent underline">
              API reference
            </a>
            .
          </>
        }
      >
        <ApiKeys />
      </SettingsSection>
      <SettingsSection
        title="Webhooks"
        description="Tryout tells an address of yours when something happens: ids and links, signed, tried again for days until it arrives."
      >
        <WebhookList />
      </SettingsSection>
    </div>
  );
}
