// The one plan and its active subscription (section 9); nothing is wired to a payment service.
import type { Role } from '#contract/accounts.ts';
import { PLAN_PRICE_USD } from '#contract/limits.ts';
import { PLAN_INCLUDES } from '#web/entities/workspace/plan.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CheckList } from '#web/ui/check-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { Card } from '#web/ui/surfaces.tsx';

/** The first of next month, so that the sample never lies in the past. */
function sampleRenewalDate(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth() + 1, 1);
}

export function SubscriptionTab({ role }: { role: Role }) {
  if (role !== 'owner') {
    return (
      <EmptyState
        illustration={<PeopleIllustration />}
        title="The owner looks after the subscription"
      >
        Only the owner of this workspace sees its details.
      </EmptyState>
    );
  }
  return (
    <Card aria-labelledby="plan" className="grid gap-x-12 gap-y-8 sm:p-8 md:grid-cols-2">
      <div className="grid content-start justify-items-start gap-4">
        <div className="flex items-center gap-3">
          <h2 id="plan" className="text-xl">
            Tryout
          </h2>
          <Badge tone="success">Active</Badge>
        </div>
        <p>
          <span className="font-bold text-4xl tabular-nums">${PLAN_PRICE_USD}</span>{' '}
          <span className="text-muted">monthly</span>
        </p>
        <p className="text-muted text-sm">
          Renews on {formatDate(sampleRenewalDate(new Date()))}. This date is a sample: a
          self-hosted copy costs nothing, and no payment is taken here.
        </p>
      </div>
      <div className="border-line max-md:border-t max-md:pt-6">
        <CheckList items={PLAN_INCLUDES} />
      </div>
    </Card>
  );
}
