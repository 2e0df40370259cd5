// What a framed prototype or page may do, wherever we show it.

/** What embeds need and no more: no top navigation, no downloads, no device of ours. */
export const EMBED_SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-forms';
