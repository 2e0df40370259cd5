// The participant's document: no router and none of the creator's code, so that it opens quickly.
import './lib/schemas-without-eval.ts';
import './styles/participant.css';
import { ParticipatePage } from './features/participate/participate.page.tsx';
import { start } from './start.tsx';

/** `/tryout/{uniqueId}` (pages.participate), the only address that gets this document. */
const [, , uniqueId = ''] = location.pathname.split('/');

start(<ParticipatePage uniqueId={uniqueId} />);
