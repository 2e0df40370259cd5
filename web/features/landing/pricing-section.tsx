// The one plan (section 9), and what it costs here.
import { PLAN_PRICE_USD } from '#contract/limits.ts';
import { PLAN_INCLUDES } from '#web/entities/workspace/plan.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { CheckList } from '#web/ui/check-list.tsx';
import { SectionHeading } from './section-heading.tsx';

export function PricingSection() {
  return (
    <section id="pricing" className="border-line border-t py-16 md:py-24">
      <div className="landing-measure grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <SectionHeading title="One plan, everything in it">
          A copy that you host yourself costs nothing. Tryout is open source, and takes no payments.
        </SectionHeading>
        <div className="grid gap-8 rounded-lg border border-line bg-surface p-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-16 sm:p-8">
          <div>
            <p className="flex items-start font-semibold text-display tabular-nums">
              <span className="mt-1 mr-1 text-2xl">$</span>
              {PLAN_PRICE_USD}
            </p>
            <p className="mt-2 text-muted">monthly</p>
            <a href="#create" className={`${buttonStyle('primary', 'lg')} mt-8`}>
              Create a test
            </a>
          </div>
          <CheckList items={PLAN_INCLUDES} />
        </div>
      </div>
    </section>
  );
}
