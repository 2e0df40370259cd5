// The installation's support address as a link, once it is known.
import { useQuery } from '@tanstack/react-query';
import { aboutQuery } from '#web/entities/about.query.ts';

export function SupportAddress() {
  const about = useQuery(aboutQuery);
  if (about.data === undefined) return <>the operator of this installation</>;
  const { supportEmail } = about.data;
  return (
    <a href={`mailto:${supportEmail}`} className="font-semibold text-accent underline">
      {supportEmail}
    </a>
  );
}
