import { Shell } from '../ui/shell';
import { RequireSession } from './require-session';

/** What is around every page for signed-in users. */
export default function SignedIn() {
  return (
    <RequireSession>
      <Shell />
    </RequireSession>
  );
}
