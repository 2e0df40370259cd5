// The one plan (section 9).
import { PLAN_PRICE_USD } from '#contract/limits.ts';
import { PLAN_INCLUDES } from '#web/entities/workspace/plan.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { CheckList } from '#web/ui/check-list.tsx';
import { SectionHeading } from './section-heading.tsx';

export function Pricing() {
  return (
    <section id="pricing" className="border-line border-t py-20 md:py-28">
      <div className="landing-measure grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <SectionHeading title="One plan, everything in it">
          No seats to count and no recordings to ration.
        </SectionHeading>
        <div className="grid gap-10 rounded-2xl border border-line bg-surface p-7 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-14 sm:p-10">
          <div>
            <p className="flex items-start font-bold text-[5.5rem] leading-[0.85] tracking-[-0.06em]">
              <span className="mt-1 mr-1 font-semibold text-3xl">$</span>
              {PLAN_PRICE_USD}
            </p>
            <p className="mt-3 text-muted">monthly</p>
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
