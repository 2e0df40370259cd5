// Name, e-mail, company, design tool, storage, sign-ins, deletion of the account (section 2).
import type { UserInfo } from '#contract/accounts.ts';
import { CompanySection } from './company-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { DesignTokenSection } from './design-token-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NameSection } from './name-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { StorageSection } from './storage-section.tsx';

export function GeneralTab({ info }: { info: UserInfo }) {
  return (
    <div>
      <NameSection info={info} />
      <EmailSection info={info} />
      <CompanySection info={info} />
      <DesignTokenSection isOwner={info.role === 'owner'} />
      <StorageSection />
      <SignInsSection />
      <DeletionSection info={info} />
    </div>
  );
}
