/** What a person needs to try the service: the panel's sign-in and an API key. */
export interface DemoCredentials {
  email: string;
  password: string;
  apiKey: string;
  accountSlug: string;
}
