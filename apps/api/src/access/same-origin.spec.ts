import type { Request } from 'express';
import { isSameOrigin } from './same-origin';

const PUBLIC_URL = 'https://pay.example.com/base';

const request = (headers: Record<string, string>) =>
  ({ headers, protocol: 'http', host: 'localhost:3000' }) as unknown as Request;

it.each([
  [{ 'sec-fetch-site': 'same-origin' }],
  [{ origin: 'https://pay.example.com' }],
  [{ origin: 'http://localhost:3000' }],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }],
])('%j comes from a page of the service', (headers) => {
  expect(isSameOrigin(request(headers), PUBLIC_URL)).toBe(true);
});

it.each([
  [{}],
  [{ 'sec-fetch-site': 'none' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  [{ origin: 'null' }],
  [{ origin: 'http://pay.example.com' }],
  [{ origin: 'https://pay.example.com:8443' }],
  [{ origin: 'https://pay.example.com.evil.example' }],
  [{ origin: 'https://localhost:3000' }],
  [{ origin: 'http://localhost:3001' }],
  [{ referer: 'https://pay.example.com/panel' }],
])('%j does not', (headers) => {
  expect(isSameOrigin(request(headers), PUBLIC_URL)).toBe(false);
});
