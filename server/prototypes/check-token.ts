// Tests a token at the design tool by one cheap call, and reports which access it has. No data about the token's owner
// is read.
import { z } from 'zod';
import type { DesignTokenCheck } from '#contract/design-token.ts';
import { AppError } from '#contract/errors.ts';
import { checkDesignTool } from './design-tool.client.ts';
import type { ToolAccess } from './tool-access.ts';

/** The tool describes the reason of a 403 in words; figma.md, section 4. */
const refusal = z.object({ err: z.string().optional(), message: z.string().optional() });
const imageFills = z.object({ meta: z.object({ images: z.record(z.string(), z.unknown()) }) });
const person = z.object({ id: z.string() });

/**
 * Makes one call. With a file: its image fills, which need the same scope as screen images (file_content:read) and
 * count as tier 2, five a minute for any seat, where files and images may be six a month. Without a file: the token's
 * owner, tier 3.
 * @param fileKey file of a test's prototype, or null if there is none to test with
 * @throws AppError design_token_refused, with the reason, if the token can't be used
 */
export async function checkToken(
  access: ToolAccess,
  fileKey: string | null,
): Promise<DesignTokenCheck> {
  const path = fileKey === null ? '/v1/me' : `/v1/files/${fileKey}/images`;
  const answer = await checkDesignTool(access, path).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!answer) return 'untested';
  if (answer.status === 200) return readSuccess(answer.body, fileKey);
  if (answer.status === 401) throw refused(access.host.name);
  if (answer.status === 403) return readForbidden(access.host.name, answer.body, fileKey);
  return answer.status === 404 && fileKey !== null ? 'file_hidden' : 'untested';
}

/** Parses an answer with status 200. A proxy's page has that status too and proves nothing about the token. */
function readSuccess(body: unknown, fileKey: string | null): DesignTokenCheck {
  if (fileKey === null) return person.safeParse(body).success ? 'accepted' : 'untested';
  return imageFills.safeParse(body).success ? 'works' : 'untested';
}

function readForbidden(tool: string, body: unknown, fileKey: string | null): DesignTokenCheck {
  const read = refusal.safeParse(body);
  const words = read.success ? `${read.data.err ?? ''} ${read.data.message ?? ''}` : '';
  if (/scope/i.test(words)) {
    // Reading the token's owner needs another scope, which is not required here.
    if (fileKey === null) return 'accepted';
    throw new AppError('design_token_refused', {
      fields: {
        token: `This token cannot read files. Create one with the scope file_content:read.`,
      },
    });
  }
  if (/token/i.test(words) || fileKey === null) throw refused(tool, /expired/i.test(words));
  return 'file_hidden';
}

function refused(tool: string, isExpired = false): AppError {
  return new AppError('design_token_refused', {
    fields: {
      token: isExpired
        ? `This token has expired at ${tool}. Make a new one there.`
        : `${tool} refuses this token. Copy it again, or make a new one there.`,
    },
  });
}
