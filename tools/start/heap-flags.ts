/**
 * Node's flags for the API and the worker. Most of what a request or a delivery allocates is garbage before 64 MB are
 * full; Node's default of 16 MB copies more of it. The worker sends 13 % more. The Dockerfile has the same flags.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=64'];
