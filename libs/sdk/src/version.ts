/** The version of this package, as its `User-Agent` tells it. */
export const VERSION = '0.1.0';
