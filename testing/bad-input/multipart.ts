// Multipart forms byte by byte, as no browser would write them (RFC 7578).
const BOUNDARY = 'bad-input-boundary';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part: its field, its bytes, and for a file its name and type. */
export interface Part {
  field: string;
  content: string | Uint8Array;
  file?: { name: string; type: string };
}

export function multipart(parts: readonly Part[]): Buffer {
  return Buffer.concat([...parts.map(encode), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function encode({ field, content, file }: Part): Buffer {
  const disposition = `Content-Disposition: form-data; name="${field}"`;
  const head = file
    ? `${disposition}; filename="${file.name}"\r\nContent-Type: ${file.type}`
    : disposition;
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

export function videoPart(content: Uint8Array | string, name = 'Ada_1700000000000.webm'): Part {
  return { field: 'video', content, file: { name, type: 'video/webm' } };
}

export function imagePart(content: Uint8Array | string, name = '1-2.png'): Part {
  return { field: 'heatmap', content, file: { name, type: 'image/png' } };
}
