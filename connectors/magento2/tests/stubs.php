<?php

// What the module uses of Magento, in memory, as its sources have it. Only what is called is here.

declare(strict_types=1);

namespace Symfony\Component\Console\Command {
    class Command
    {
        public string $name = '';

        public function __construct()
        {
            $this->configure();
        }

        protected function configure(): void
        {
        }

        public function setName(string $name): self
        {
            $this->name = $name;
            return $this;
        }

        public function setDescription(string $text): self
        {
            return $this;
        }

        public function addOption(string $name, ?string $short, int $mode, string $text): self
        {
            return $this;
        }

        public function addArgument(string $name, int $mode, string $text): self
        {
            return $this;
        }

        public function run(\Symfony\Component\Console\Input\InputInterface $in, \Symfony\Component\Console\Output\OutputInterface $out): int
        {
            return $this->execute($in, $out);
        }
    }
}

namespace Symfony\Component\Console\Input {
    interface InputInterface
    {
        public function getOption(string $name);

        public function getArgument(string $name);
    }

    class InputOption
    {
        public const VALUE_REQUIRED = 2;
    }

    class InputArgument
    {
        public const OPTIONAL = 2;
    }
}

namespace Symfony\Component\Console\Output {
    interface OutputInterface
    {
        public function writeln($text);
    }
}

namespace Magento\Framework\Setup {
    interface ModuleDataSetupInterface
    {
        public function getConnection();

        public function getTable($name);
    }
}

namespace Magento\Framework\Setup\Patch {
    interface DataPatchInterface
    {
    }
}

namespace Magento\Framework\App\Config\Storage {
    interface WriterInterface
    {
        public function save($path, $value, $scope = 'default', $scopeId = 0);
    }
}

namespace Magento\Store\Model {
    interface StoreManagerInterface
    {
        public function getDefaultStoreView();
    }
}

namespace Magento\Framework\Data {
    interface OptionSourceInterface
    {
        public function toOptionArray();
    }
}

namespace Magento\Framework\View\Element\Template {
    class Context
    {
    }
}

namespace Magento\Framework\View\Element {
    class Template
    {
        /** @param array<string, mixed> $data */
        public function __construct(Template\Context $context, array $data = [])
        {
        }

        /** @param array<string, mixed> $more */
        public function getUrl(string $path, array $more = []): string
        {
            return "https://loja.example/$path?" . http_build_query($more['_query'] ?? []);
        }

        public function getBlockHtml(string $name): string
        {
            return "<input name=\"form_key\" value=\"$name\">";
        }
    }
}

namespace Magento\Framework\App\Config {
    interface ScopeConfigInterface
    {
        public function getValue($path, $scopeType = 'default', $scopeCode = null);
    }
}

namespace Magento\Framework\Encryption {
    interface EncryptorInterface
    {
        public function encrypt($data);

        public function decrypt($data);

        public function hash($data, $version = 1);
    }
}

namespace Magento\Framework\Event {
    interface ObserverInterface
    {
        public function execute(Observer $observer);
    }

    class Observer
    {
        public function __construct(private object $payment)
        {
        }

        public function getData(string $name): object
        {
            return $this->payment;
        }
    }

    interface ManagerInterface
    {
        public function dispatch($eventName, array $data = []);
    }
}

namespace Magento\Framework {
    interface UrlInterface
    {
        public function getUrl($routePath = null, $routeParams = null);
    }

    class Phrase
    {
        public function __construct(private string $text)
        {
        }

        public function __toString(): string
        {
            return $this->text;
        }
    }
}

namespace Magento\Framework\Exception {
    class LocalizedException extends \Exception
    {
        public function __construct(\Magento\Framework\Phrase $phrase, ?\Exception $cause = null)
        {
            parent::__construct((string) $phrase, 0, $cause);
        }
    }
}

namespace Magento\Framework\App {
    class State
    {
        public ?string $area = null;

        public function setAreaCode(string $code): void
        {
            if ($this->area !== null) {
                throw new \Magento\Framework\Exception\LocalizedException(new \Magento\Framework\Phrase('Area code is already set'));
            }
            $this->area = $code;
        }
    }

    interface RequestInterface
    {
        public function getParam($key, $defaultValue = null);
    }

    interface CsrfAwareActionInterface
    {
    }

    class ResourceConnection
    {
        public function __construct(private object $connection)
        {
        }

        public function getConnection(): object
        {
            return $this->connection;
        }

        public function getTableName(string $name): string
        {
            return "m2_$name";
        }

        public function getTablePrefix(): string
        {
            return 'm2_';
        }
    }
}

namespace Magento\Framework\App\Action {
    interface HttpGetActionInterface
    {
    }

    interface HttpPostActionInterface
    {
    }
}

namespace Magento\Framework\App\Request {
    class InvalidRequestException extends \Exception
    {
    }
}

namespace Magento\Framework\Controller\Result {
    final class Answer
    {
        public ?string $url = null;
        public ?string $path = null;
        public int $status = 200;

        public function setUrl(string $url): self
        {
            $this->url = $url;
            return $this;
        }

        /** @param array<string, string> $more */
        public function setPath(string $path, array $more = []): self
        {
            $this->path = $path;
            return $this;
        }

        public function setHeader(string $name, string $value, bool $replaces = false): self
        {
            return $this;
        }

        public function setHttpResponseCode(int $status): self
        {
            $this->status = $status;
            return $this;
        }

        public function setContents(string $text): self
        {
            return $this;
        }
    }

    class RedirectFactory
    {
        public function create(): Answer
        {
            return new Answer();
        }
    }

    class RawFactory extends RedirectFactory
    {
    }
}

namespace Magento\Framework\View\Result {
    class PageFactory extends \Magento\Framework\Controller\Result\RedirectFactory
    {
    }
}

namespace Magento\Framework\Message {
    interface ManagerInterface
    {
        public function addErrorMessage($message, $group = null);
    }
}

namespace Magento\Checkout\Model {
    interface ConfigProviderInterface
    {
        public function getConfig();
    }

    class Session
    {
        public ?\Magento\Sales\Model\Order $order = null;
        public int $items = 0;
        public int $restored = 0;

        public function getLastRealOrder(): ?\Magento\Sales\Model\Order
        {
            return $this->order;
        }

        public function getQuote(): self
        {
            return $this;
        }

        public function getItemsCount(): int
        {
            return $this->items;
        }

        public function restoreQuote(): bool
        {
            $this->restored++;
            $this->items = 1;
            return true;
        }
    }
}

namespace Magento\Payment\Gateway {
    interface CommandInterface
    {
        public function execute(array $commandSubject);
    }
}

namespace Magento\Sales\Api {
    interface OrderRepositoryInterface
    {
        public function save(\Magento\Sales\Model\Order $entity);
    }

    interface CreditmemoManagementInterface
    {
        public function refund($creditmemo, $offlineRequested = false);
    }
}

namespace Magento\Sales\Model {
    /** Fields by getters, as Magento's models have them. */
    class Row
    {
        /** @param array<string, mixed> $data */
        public function __construct(public array $data = [])
        {
        }

        public function getData(string $name): mixed
        {
            return $this->data[$name] ?? null;
        }

        public function setData(string $name, mixed $value): self
        {
            $this->data[$name] = $value;
            return $this;
        }

        public function __call(string $name, array $values): mixed
        {
            $field = strtolower((string) preg_replace('/(?<!^)[A-Z]/', '_$0', substr($name, 3)));
            if (str_starts_with($name, 'set')) {
                return $this->setData($field, $values[0]);
            }
            return $this->getData($field);
        }

        public function getStreetLine(int $number): string
        {
            return $this->data['street'][$number - 1] ?? '';
        }

        public function isChildrenCalculated(): bool
        {
            return (bool) ($this->data['calculated'] ?? false);
        }
    }

    class Payment extends Row
    {
        public ?Order $order = null;

        public function getOrder(): Order
        {
            return $this->order;
        }

        public function registerCaptureNotification($amount, $skipFraudDetection = false): self
        {
            if ((float) $amount !== (float) $this->order->getBaseGrandTotal()) {
                throw new \RuntimeException('fraud');
            }
            $this->order->invoices++;
            $this->order->data['base_total_paid'] = $amount;
            $this->order->data['state'] = $this->order->data['status'] = Order::STATE_PROCESSING;
            $this->data['created_invoice'] = new Row();
            return $this;
        }
    }

    class Order extends Row
    {
        public const STATE_NEW = 'new';
        public const STATE_PENDING_PAYMENT = 'pending_payment';
        public const STATE_PROCESSING = 'processing';
        public const STATE_COMPLETE = 'complete';
        public const STATE_CLOSED = 'closed';
        public const STATE_CANCELED = 'canceled';
        public const STATE_HOLDED = 'holded';
        public const STATE_PAYMENT_REVIEW = 'payment_review';

        public int $invoices = 0;
        public int $mails = 0;
        /** @var list<Row> */
        public array $memos = [];
        /** @var list<string> */
        public array $comments = [];

        public function getPayment(): Payment
        {
            $payment = $this->data['payment'];
            $payment->order = $this;
            return $payment;
        }

        public function addCommentToStatusHistory(string $text): void
        {
            $this->comments[] = $text;
        }

        public function canUnhold(): bool
        {
            return $this->data['state'] === self::STATE_HOLDED;
        }

        public function unhold(): void
        {
            $this->data['state'] = self::STATE_PENDING_PAYMENT;
        }

        public function registerCancellation(string $comment): void
        {
            if ($this->invoices > 0) {
                throw new \RuntimeException('an invoiced order cannot be canceled');
            }
            $this->data['state'] = $this->data['status'] = self::STATE_CANCELED;
            $this->comments[] = $comment;
        }

        public function getCreditmemosCollection(): array
        {
            return $this->memos;
        }
    }

    class OrderFactory
    {
        /** @var array<string, Order> */
        public array $orders = [];

        public function create(): object
        {
            return new class ($this->orders) {
                /** @param array<string, Order> $orders */
                public function __construct(private array $orders)
                {
                }

                public function loadByIncrementId(string $id): Order
                {
                    return $this->orders[$id] ?? new Order();
                }
            };
        }
    }
}

namespace Magento\Sales\Model\Order {
    class CreditmemoFactory
    {
        /** @param array<string, mixed> $data */
        public function createByOrder(\Magento\Sales\Model\Order $order, array $data = []): object
        {
            $rest = (float) $order->getBaseTotalPaid() - (float) $order->getBaseTotalRefunded();
            return new class (['order' => $order, 'base_grand_total' => $data['adjustment_positive'] ?? $rest, 'increment_id' => 'CM' . (count($order->memos) + 1)]) extends \Magento\Sales\Model\Row {
                public function addComment(string $text): void
                {
                }
            };
        }
    }
}

namespace Magento\Sales\Model\Order\Email\Sender {
    class OrderSender
    {
        public function send(\Magento\Sales\Model\Order $order): bool
        {
            $order->mails++;
            $order->setEmailSent(1);
            return true;
        }
    }
}
