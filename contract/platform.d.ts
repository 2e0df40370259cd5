// The one platform class that browser and Node share and contract/ uses: URL (WHATWG URL Standard).
export {};

declare global {
  class URLSearchParams {
    get(name: string): string | null;
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
