// First of all imports: schemas are interpreted, since the content policy forbids compiling them.
import { config } from 'zod';

config({ jitless: true });
