// Where sign-in may do without Google: on loopback addresses alone, since the stand-in issuer has no passwords.
import { isLoopback } from '#server/platform/machine/network.ts';

interface Variables {
  HOST: string;
  PUBLIC_URL?: string | undefined;
  TRUSTED_PROXIES?: readonly string[] | undefined;
  GOOGLE_CLIENT_ID?: string | undefined;
}

/** @returns the variable and why Google is required; empty where it is configured or the stand-in will do. */
export function standInRefusals(env: Variables): [variable: string, message: string][] {
  if (env.GOOGLE_CLIENT_ID) return [];
  const refusals: string[] = [];
  if (!isLoopback(env.HOST)) {
    refusals.push(
      `is required when HOST (${env.HOST}) is no loopback address: the stand-in sign-in has no passwords`,
    );
  }
  if (env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname)) {
    refusals.push(
      `is required when PUBLIC_URL (${env.PUBLIC_URL}) can be reached from elsewhere: the stand-in sign-in has no passwords`,
    );
  }
  if (env.TRUSTED_PROXIES) {
    refusals.push(
      'is required with TRUSTED_PROXIES: behind a proxy others reach the stand-in sign-in, which has no passwords',
    );
  }
  return refusals.map((message) => ['GOOGLE_CLIENT_ID', message]);
}
