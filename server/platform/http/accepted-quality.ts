// Quality values of `Accept` and `Accept-Encoding` (RFC 9110 section 12.4.2).

/** Quality of one value of an Accept header, from 0 to 1; 0 when the value is not listed. @param value in lower case */
export function qualityOf(header: string, value: string): number {
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((item) => item.trim());
    if (name !== value) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q ? Number(q.slice(2)) : 1;
  }
  return 0;
}
