import { describeFailure, NotAllowedError, OverdueError } from './send-failures';

const coded = (code: string, cause?: Error) => Object.assign(new Error('10.0.0.7:443 failed', { cause }), { code });

describe('describeFailure', () => {
  it.each([
    [new NotAllowedError(), 'address not allowed'],
    [new OverdueError(), 'timeout'],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
    [coded('ETIMEDOUT'), 'timeout'],
    [coded('ECONNREFUSED'), 'connection refused'],
    [coded('ECONNRESET'), 'connection closed'],
    [coded('UND_ERR_SOCKET'), 'connection closed'],
    [coded('UND_ERR_SOCKET', coded('ECONNREFUSED')), 'connection refused'],
    [coded('ENOTFOUND'), 'host not found'],
    [coded('EAI_AGAIN'), 'host not found'],
    [coded('EHOSTUNREACH'), 'host not reachable'],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate not accepted'],
    [coded('CERT_HAS_EXPIRED'), 'certificate not accepted'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate not accepted'],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificate not accepted'],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'TLS failed'],
    [coded('EPROTO'), 'TLS failed'],
    [Object.assign(new Error(), { name: 'HTTPParserError' }), 'answer not understood'],
    [coded('UND_ERR_HEADERS_OVERFLOW'), 'answer not understood'],
    [coded('EMFILE'), 'request failed'],
    [new Error('connect to 10.0.0.7 failed'), 'request failed'],
    ['text', 'request failed'],
  ])('describes %p as %s', (error, description) => {
    expect(describeFailure(error)).toBe(description);
  });
});
