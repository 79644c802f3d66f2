import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatAmount } from '../money/amounts';
import { bodyOf, firstOrder, type Order, type OrderErrors } from '../outflows/order/order';
import type { Choices } from '../outflows/order/order-choices';
import { OrderDetails } from '../outflows/order/order-details';
import { OrderReview } from '../outflows/order/order-review';
import { isVerification, placeOrder } from '../outflows/order/place-order';
import { Steps } from '../outflows/order/steps';
import { useProgress } from '../outflows/order/use-progress';
import { useSession } from '../session/session';
import { CodeStep } from './code-step';
import { transferMinimumQuery } from './queries';
import { verificationOf, type Verification } from './verification';

type Progress =
  | { step: 'details'; order?: Order; errors?: OrderErrors }
  | { step: 'review'; order: Order }
  | { step: 'code'; order: Order; verification: Verification };

/** The three steps of a transfer. */
export function NewTransfer({ wallets, destinations }: Choices) {
  const { t } = useTranslation(['transfers', 'outflows']);
  const { progress, goTo, ...sending } = useProgress<Progress>({ step: 'details' });
  const { order } = progress;
  const wallet = wallets.find(({ id }) => id === order?.walletId);
  const destination = destinations.find(({ id }) => id === order?.destinationId);
  const chosen = order && wallet && destination && { order, wallet, destination };
  const step = chosen ? progress.step : 'details';
  return (
    <Stack gap="xl">
      <Steps
        active={['details', 'review', 'code'].indexOf(step)}
        names={[t('outflows:order.details'), t('outflows:order.review'), t('codeStep')]}
      />
      {step === 'details' && (
        <Details
          choices={{ wallets, destinations }}
          order={order}
          errors={progress.step === 'details' ? progress.errors : undefined}
          onReady={(ready) => {
            // The back button returns to the form with its values.
            goTo({ step: 'details', order: ready }, { replace: true });
            goTo({ step: 'review', order: ready });
          }}
        />
      )}
      {chosen && step === 'review' && (
        <Review
          {...{ ...chosen, ...sending }}
          onChange={(errors) => goTo({ step: 'details', order: chosen.order, errors })}
          onStarted={(verification) => goTo({ step: 'code', order: chosen.order, verification })}
        />
      )}
      {chosen && progress.step === 'code' && (
        <CodeStep
          key={progress.verification.id}
          {...chosen}
          verification={progress.verification}
          onProgress={(verification) => goTo({ ...progress, verification }, { replace: true })}
          onRestart={() => goTo({ step: 'details', order: chosen.order }, { replace: true })}
        />
      )}
    </Stack>
  );
}

interface DetailsProps {
  choices: Choices;
  order: Order | undefined;
  errors: OrderErrors | undefined;
  onReady: (order: Order) => void;
}

function Details({ choices, order, errors = {}, onReady }: DetailsProps) {
  const [search] = useSearchParams();
  const asked = { wallet: search.get('wallet'), destination: search.get('destination') ?? search.get('beneficiary') };
  return (
    <OrderDetails
      type="transfer"
      {...choices}
      initial={order ?? firstOrder(asked, choices)}
      initialErrors={errors}
      hint={({ currency }, { country }) => <Minimum currency={currency} country={country} />}
      onReady={onReady}
    />
  );
}

/** The minimum of a transfer after fees, shown before the user enters an amount. */
function Minimum({ currency, country }: { currency: string; country: string }) {
  const { t, i18n } = useTranslation('transfers');
  const { data } = useQuery(transferMinimumQuery(currency, country));
  return data ? t('minimum', { minimum: formatAmount(data.amount, data.currency, i18n.language) }) : null;
}

interface ReviewProps extends Pick<ReturnType<typeof useProgress>, 'headersFor' | 'settle'> {
  order: Order;
  wallet: Choices['wallets'][number];
  destination: Choices['destinations'][number];
  onChange: (errors: OrderErrors) => void;
  onStarted: (verification: Verification) => void;
}

function Review({ order, wallet, destination, onChange, onStarted, headersFor, settle }: ReviewProps) {
  const { t } = useTranslation('transfers');
  const { account } = useSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const body = bodyOf('transfer', order);
      return placeOrder(body, headersFor(body));
    },
    onSuccess: ({ response, servedAt }) => {
      settle();
      if (isVerification(response)) onStarted(verificationOf(response, servedAt, Date.now()));
    },
  });
  return (
    <OrderReview
      type="transfer"
      {...{ order, wallet, destination, isPending, error, onChange }}
      notice={t('notice', { email: account.email })}
      submitLabel={t('start')}
      onSubmit={() => mutate()}
    />
  );
}
