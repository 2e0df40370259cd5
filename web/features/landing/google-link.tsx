// Link to the sign-in. It is a full navigation, because the sign-in leaves the app and returns to it.
import { accounts } from '#contract/accounts.api.ts';
import { addressOf } from '#contract/endpoint.ts';
import { buttonStyle } from '#web/ui/button.style.ts';

/** The link renders later than its dialog, which has already moved the focus. */
const takeFocus = (link: HTMLAnchorElement | null) => link?.focus();

export function GoogleLink({ next }: { next: string | undefined }) {
  return (
    <a
      ref={takeFocus}
      href={addressOf(accounts.signIn, { query: { next } })}
      className={buttonStyle('primary', 'lg')}
    >
      <GoogleMark />
      Continue with Google
    </a>
  );
}

/** Google's sign-in mark on white ground, as its branding guidelines require. */
function GoogleMark() {
  return (
    <span className="grid size-6 place-items-center rounded-full bg-[#ffffff]">
      <svg viewBox="0 0 48 48" aria-hidden className="size-4">
        <path
          fill="#EA4335"
          d="M24 9.500c3.500 0 6.700 1.200 9.200 3.600l6.900-6.900C35.900 2.400 30.500 0 24 0 14.600 0 6.500 5.400 2.600 13.200l8 6.200C12.400 13.700 17.700 9.500 24 9.500Z"
        />
        <path
          fill="#4285F4"
          d="M47 24.500c0-1.600-.2-3.100-.4-4.500H24v9h12.900c-.6 3-2.300 5.500-4.800 7.200l7.700 6c4.500-4.200 7.100-10.400 7.100-17.700Z"
        />
        <path
          fill="#FBBC05"
          d="M10.500 28.600c-.5-1.500-.8-3-.8-4.600s.3-3.100.8-4.600l-8-6.200A24 24 0 0 0 0 24c0 3.900.9 7.500 2.600 10.800l7.900-6.200Z"
        />
        <path
          fill="#34A853"
          d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6c-2.200 1.500-4.900 2.300-8.200 2.300-6.300 0-11.600-4.200-13.500-9.900l-8 6.200C6.500 42.600 14.600 48 24 48Z"
        />
      </svg>
    </span>
  );
}
