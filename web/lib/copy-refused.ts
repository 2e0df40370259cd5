// What a person reads when the browser does not let us copy.
import { toast } from '#web/lib/toasts.ts';

export function copyRefused(): void {
  toast.error('Your browser did not allow copying. Select the link.');
}
