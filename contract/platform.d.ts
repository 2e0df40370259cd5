// The platform's classes that browser and Node share and contract/ uses: the WHATWG URL Standard's.
export {};

declare global {
  class URLSearchParams {
    constructor(text?: string);
    readonly size: number;
    get(name: string): string | null;
    [Symbol.iterator](): Iterator<[string, string]>;
    set(name: string, value: string): void;
    toString(): string;
  }

  class URL {
    constructor(address: string, base?: string);
    static canParse(address: string, base?: string): boolean;
    readonly href: string;
    readonly origin: string;
    readonly protocol: string;
    readonly host: string;
    readonly hostname: string;
    readonly pathname: string;
    readonly username: string;
    readonly password: string;
    readonly searchParams: URLSearchParams;
  }
}
