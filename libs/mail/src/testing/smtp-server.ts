import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface AcceptedMail {
  from: string;
  to: string[];
  /** Head and body as they were transmitted. */
  data: string;
}

type Script = (verb: string, argument: string) => string | undefined;

/** A minimal mail server on loopback. */
export class SmtpServer {
  readonly accepted: AcceptedMail[] = [];
  connections = 0;
  /** The test's response to a command instead of the usual one; `''` for none. */
  script: Script = () => undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SmtpServer> {
    const server = createServer();
    const smtp = new SmtpServer(server);
    server.on('connection', (socket) => smtp.serve(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return smtp;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    const session = new Session(this.accepted, (verb, argument) => this.script(verb, argument));
    socket.write('220 test ESMTP\r\n');
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString('utf8');
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const reply = session.line(pending.slice(0, end));
        pending = pending.slice(end + 2);
        if (reply) socket.write(`${reply}\r\n`);
        if (reply?.startsWith('221')) socket.end();
      }
    });
  }
}

/** The dialogue of one connection, line by line. */
class Session {
  private mail: AcceptedMail = { from: '', to: [], data: '' };
  private inData = false;

  constructor(
    private readonly accepted: AcceptedMail[],
    private readonly script: Script,
  ) {}

  line(line: string): string | undefined {
    if (this.inData) return this.dataLine(line);
    const [, verb = '', argument = ''] = /^(MAIL FROM|RCPT TO|[A-Za-z]+):? ?(.*)$/i.exec(line) ?? [];
    return this.script(verb.toUpperCase(), argument) ?? this.command(verb.toUpperCase(), argument);
  }

  private dataLine(line: string): string | undefined {
    if (line !== '.') {
      this.mail.data += `${line.startsWith('.') ? line.slice(1) : line}\r\n`;
      return undefined;
    }
    this.inData = false;
    const rejection = this.script('.', '');
    if (rejection !== undefined) return rejection;
    this.accepted.push(this.mail);
    return '250 accepted';
  }

  private command(verb: string, argument: string): string {
    const address = /<(.*?)>/.exec(argument)?.[1] ?? '';
    switch (verb) {
      case 'EHLO':
        return '250-test\r\n250 SMTPUTF8';
      case 'MAIL FROM':
        this.mail = { from: address, to: [], data: '' };
        return '250 ok';
      case 'RCPT TO':
        this.mail.to.push(address);
        return '250 ok';
      case 'DATA':
        this.inData = true;
        return '354 go on';
      case 'QUIT':
        return '221 bye';
      default:
        return '250 ok';
    }
  }
}
