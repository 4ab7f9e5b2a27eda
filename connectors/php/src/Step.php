<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** What follows from how both sides see an order. */
enum Step: string
{
    /** Both agree, or something is under way. */
    case None = 'none';
    case Pay = 'pay';
    case Cancel = 'cancel';
    /** The link can no longer be used from then on; what follows is decided again. */
    case Close = 'close';
    /** The lender gave everything back. */
    case RecordRefund = 'record-refund';
    /** Products went back: another purchase stands for what is left. */
    case RecordRemoval = 'record-removal';
    /** The shop has canceled what the lender still holds for sold. */
    case CancelPurchase = 'cancel-purchase';
    /** A person decides: the drift report offers what may be done. */
    case Attention = 'attention';
    case Settle = 'settle';
}
