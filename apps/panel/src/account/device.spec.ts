import { deviceOf } from './device';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

describe('deviceOf', () => {
  it.each([
    [CHROME, { browser: 'Chrome', system: 'Windows' }],
    [`${CHROME} Edg/143.0.0.0`, { browser: 'Edge', system: 'Windows' }],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iPhone' },
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', { browser: 'Firefox', system: 'Linux' }],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/140.0.0.0 Mobile Safari/537.36',
      { browser: 'Samsung Internet', system: 'Android' },
    ],
    ['curl/8.5.0', {}],
    [null, {}],
  ])('names the browser and the system of %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toEqual(device);
  });
});
