// The token of a mailed link: taken out of the address, kept for this tab until it has been used.
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { StoredValue } from '#web/lib/local-store.ts';

/** @returns null when the page was opened without one. */
export function useMailedToken(kept: StoredValue<string>): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const given = hash.slice(1);
  useEffect(() => {
    if (given === '') return;
    kept.write(given);
    // Neither history nor a copied address carries it on.
    void navigate(pathname, { replace: true });
  }, [given, kept, pathname, navigate]);
  return given === '' ? kept.read() : given;
}
