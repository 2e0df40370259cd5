// Permissions of a framed prototype or page.

/** The least that embeds need: no top navigation, no downloads, no device of ours. */
export const EMBED_SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-forms';
