import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from './panel-api';
import { activity } from './activity';
import { ApiError } from './api-error';
import { confirmation } from './confirmation';

/** The panel API's schemas by name, such as `Schemas['Payout']`. */
export type Schemas = components['schemas'];

type Result<Body> = Promise<{ data?: Body; error?: unknown; response: Response }>;

/** Turns every response that is not a success into an `ApiError`, so that callers get only data. */
const failures: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await ApiError.from(response);
  },
  onError({ error }) {
    return error instanceof ApiError ? error : ApiError.unreachable(error);
  },
};

/** The panel API of the origin that served the page. The session is a cookie that scripts cannot read. */
export const api = createClient<paths>({ baseUrl: '/', credentials: 'same-origin' });
// Responses pass through the middlewares from the last to the first.
api.use(failures, activity, confirmation);

/** The `data` of a successful response. Throws `ApiError`. */
export async function dataOf<Data>(result: Result<{ data: Data }>): Promise<Data> {
  return (await bodyOf(result)).data;
}

/** The whole body of a successful response, for lists, whose `meta` names the next page. Throws `ApiError`. */
export async function bodyOf<Body>(result: Result<Body>): Promise<Body> {
  const { data, response } = await result;
  if (data === undefined) throw await ApiError.from(response);
  return data;
}
