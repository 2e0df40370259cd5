// The participant page alone: no router and none of the creator's code, so that it opens quickly.
import { ParticipatePage } from './features/participate/participate.page.tsx';

export function ParticipantApp({ uniqueId }: { uniqueId: string }) {
  return <ParticipatePage uniqueId={uniqueId} />;
}
