import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { Page } from '../ui/page';
import { useAfterOrder } from './order/after-order';
import { UnlessBlocked } from './order/obstacle';
import { bodyOf, firstOrder, type Order, type OrderErrors } from './order/order';
import { OrderChoices, type Choices } from './order/order-choices';
import { OrderDetails } from './order/order-details';
import { OrderReview } from './order/order-review';
import { isVerification, placeOrder } from './order/place-order';
import { Steps } from './order/steps';
import { useProgress } from './order/use-progress';

/** Orders a payout to one of the merchant's own bank accounts. */
export default function NewPayoutPage() {
  const { t } = useTranslation('outflows');
  return (
    <RequirePermission to="create_payouts">
      {/* The API lists bank accounts only to users with this permission. */}
      <RequirePermission to="manage_account">
        <Page
          title={t('newPayout.title')}
          description={t('newPayout.description')}
          back={{ to: '/payouts', label: t('title') }}
        >
          <UnlessBlocked type="payout">
            <OrderChoices type="payout">{(choices) => <NewPayout {...choices} />}</OrderChoices>
          </UnlessBlocked>
        </Page>
      </RequirePermission>
    </RequirePermission>
  );
}

type Progress = { step: 'details'; order?: Order; errors?: OrderErrors } | { step: 'review'; order: Order };

function NewPayout({ wallets, destinations }: Choices) {
  const { t } = useTranslation('outflows');
  const [search] = useSearchParams();
  const { progress, goTo, ...sending } = useProgress<Progress>({ step: 'details' });
  const { order } = progress;
  const wallet = wallets.find(({ id }) => id === order?.walletId);
  const destination = destinations.find(({ id }) => id === order?.destinationId);
  const asked = { wallet: search.get('wallet'), destination: search.get('destination') ?? search.get('bank_account') };
  const isReview = progress.step === 'review' && wallet && destination;
  return (
    <Stack gap="xl">
      <Steps active={isReview ? 1 : 0} names={[t('order.details'), t('order.review')]} />
      {isReview ? (
        <Review
          {...{ order: progress.order, wallet, destination, ...sending }}
          onChange={(to) => goTo({ step: 'details', ...to })}
        />
      ) : (
        <OrderDetails
          type="payout"
          wallets={wallets}
          destinations={destinations}
          initial={order ?? firstOrder(asked, { wallets, destinations })}
          initialErrors={progress.step === 'details' ? (progress.errors ?? {}) : {}}
          onReady={(ready) => {
            // The back button returns to the form with its values.
            goTo({ step: 'details', order: ready }, { replace: true });
            goTo({ step: 'review', order: ready });
          }}
        />
      )}
    </Stack>
  );
}

interface ReviewProps extends Pick<ReturnType<typeof useProgress>, 'headersFor' | 'settle'> {
  order: Order;
  wallet: Choices['wallets'][number];
  destination: Choices['destinations'][number];
  onChange: (to: { order: Order; errors: OrderErrors }) => void;
}

function Review({ order, wallet, destination, onChange, headersFor, settle }: ReviewProps) {
  const { t } = useTranslation('outflows');
  const afterOrder = useAfterOrder();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const body = bodyOf('payout', order);
      return placeOrder(body, headersFor(body));
    },
    onSuccess: ({ response }) => {
      settle();
      if (!isVerification(response)) afterOrder(response);
    },
  });
  return (
    <OrderReview
      type="payout"
      {...{ order, wallet, destination, isPending, error }}
      notice={t('newPayout.notice')}
      submitLabel={t('newPayout.submit')}
      onSubmit={() => mutate()}
      onChange={(errors) => onChange({ order, errors })}
    />
  );
}
