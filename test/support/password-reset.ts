import { HttpClient } from './http-client';
import type { TestService } from './service';

export const FORGOT = '/api/v1/clients/auth/forgot-password';
export const RESET = '/api/v1/clients/auth/reset-password';

/** The links in the mails to the address, newest first. */
export async function mailedLinks(service: Pick<TestService, 'anonymous'>, email: string): Promise<string[]> {
  const { body } = await service.anonymous().get(`/sandbox/mailbox?to=${encodeURIComponent(email)}`);
  const texts = (body.data as { text: string }[]).map(({ text }) => text);
  return texts.flatMap((text) => /^https?:\S+#token=\S+$/m.exec(text)?.[0] ?? []);
}

/** Asks for a link, and returns the token in it. */
export async function mailedToken(service: TestService, email: string): Promise<string> {
  await new HttpClient(service.url).post(FORGOT, { email });
  const [link = ''] = await mailedLinks(service, email);
  return link.split('#token=')[1] ?? '';
}
