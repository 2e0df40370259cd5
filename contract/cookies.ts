// Names of the cookies that a page may read, and of the header that returns one of them to the server.

/** Token against cross-site requests, sent back in `CROSS_SITE_HEADER`. */
export const CROSS_SITE_COOKIE = 'XSRF-TOKEN';
export const CROSS_SITE_HEADER = 'x-xsrf-token';
/** 'true' for the owner; steers what the page shows, never what the server allows. */
export const ADMIN_COOKIE = 'admin';
/** Email of the signed-in person; absent without a sign-in. */
export const EMAIL_COOKIE = 'email';
