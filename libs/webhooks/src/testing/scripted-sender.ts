import { WebhookSender, type SendRequest, type SendResult } from '../application/ports';

/** Records requests and responds as the test says, by default with 200. */
export class ScriptedSender extends WebhookSender {
  readonly sent: SendRequest[] = [];
  response: (request: SendRequest, index: number) => Partial<SendResult> | Promise<Partial<SendResult>> = () => ({});

  async send(request: SendRequest): Promise<SendResult> {
    const index = this.sent.push(request) - 1;
    return { statusCode: 200, error: null, responseSnippet: null, ...(await this.response(request, index)) };
  }

  async close(): Promise<void> {}
}
