// A pattern for ILIKE, for the searches of lists.

/** 'Contains this text', with the text's own wildcards escaped (PostgreSQL, section 9.7.1). */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
