// Keeps the company's name in the session storage of every tab (section 3), which each tab has for itself.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EMAIL_COOKIE } from '#contract/cookies.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { companyName } from '#web/entities/storage-keys.ts';
import { readCookie } from '#web/lib/cookies.ts';

/** For the bar of every page in the app: follows the name of the workspace that is shown. */
export function useKeptCompany(): void {
  const company = useQuery(userInfoQuery).data?.company;
  useEffect(() => {
    // The answer may have been on its way while the person signed out.
    if (company === undefined || readCookie(EMAIL_COOKIE) === null) return;
    if (company === '') companyName.clear();
    else companyName.write(company);
  }, [company]);
}
