import type { JSX } from 'preact'
import type { OnboardingFigures } from '../../../src/contract/onboarding.ts'
import type { RetailerTheme } from '../../../src/contract/theme.ts'
import { ShopName } from '../../customer/shop-name.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeMoney } from '../../design/format.ts'
import { Logo } from '../../design/logo.tsx'
import { Top as OnboardingTop } from '../../onboarding/first-screen.tsx'
import { PriceCard } from '../../onboarding/screens/purchase-figures.tsx'
import { SummaryHeading } from '../../onboarding/screens/summary-parts.tsx'
import { PayPreview } from './pay-preview.tsx'
import { PhonePreview } from './phone-preview.tsx'

interface BrandPreviewsProps {
  readonly shopName: string
  readonly theme: RetailerTheme
}

const PRODUCTS = [{ name: 'Geladeira Frost Free 375 L', amount: 1, value: 2_199.9 }]
/** An example, with figures that fit each other. */
const FIGURES: OnboardingFigures = {
  purchase: 2_199.9,
  shipping: 0,
  downPayment: 0,
  financed: 2_199.9,
  tc: 0,
  insurancePremium: 0,
  iof: 42.12,
  principal: 2_242.02,
  installments: 6,
  installmentValue: 444.03,
  total: 2_664.18,
  totalToPay: 2_664.18,
  interestPM: 4.99,
  interestPA: 79.38,
  cetPM: 5.57,
  cetPA: 91.6,
  firstDueDate: '2027-01-10',
  dueDates: ['2027-01-10', '2027-02-10', '2027-03-10', '2027-04-10', '2027-05-10', '2027-06-10'],
}

/** Three pages that carry the look, with an example of a purchase. */
export function BrandPreviews({ shopName, theme }: BrandPreviewsProps): JSX.Element {
  return (
    <div class="previews">
      <PhonePreview label="Página do link" theme={theme}>
        <PayPreview
          sale={{
            retailerName: shopName,
            shopLogo: theme.logo,
            orderId: '1042',
            amount: 2_199.9,
            products: PRODUCTS,
          }}
        />
      </PhonePreview>
      <PhonePreview label="Identificação e contrato" theme={theme}>
        <OnboardingTop
          state={{
            retailerName: shopName,
            shopLogo: theme.logo,
            orderId: '1042',
            status: 'PENDING',
            step: 'WAITING',
            needsName: false,
            products: PRODUCTS,
            figures: FIGURES,
          }}
        />
        <div class="stack roomy">
          <SummaryHeading />
          <PriceCard figures={FIGURES} />
          <Button>Continuar</Button>
        </div>
      </PhonePreview>
      <PhonePreview label="Boleto" theme={theme}>
        <BilletPreview shopName={shopName} theme={theme} />
      </PhonePreview>
    </div>
  )
}

/** As the page behind a billet's link says it. */
function BilletPreview({ shopName, theme }: BrandPreviewsProps): JSX.Element {
  return (
    <div class="stack">
      <div class="shop">
        <ShopName retailerName={shopName} logo={theme.logo} />
        <Logo />
      </div>
      <Card>
        <p class="soft">Parcela 1 de 6</p>
        <p class="headline">
          <strong>{writeMoney(FIGURES.installmentValue)}</strong>
          <span class="soft">Vence em 10/01/2027.</span>
        </p>
      </Card>
      <Card title="Pague com Pix">
        <p class="soft small">Copie o código e cole em Pix copia e cola no aplicativo do seu banco.</p>
        <Button icon="copy">Copiar código Pix</Button>
      </Card>
      <Card>
        <Figures
          rows={[
            { name: 'Compra em', value: shopName },
            { name: 'Vencimento', value: '10/01/2027' },
          ]}
        />
      </Card>
    </div>
  )
}
