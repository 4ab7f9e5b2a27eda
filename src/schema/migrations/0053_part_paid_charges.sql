-- The charge of a billet asks for all of it: once something is paid, it must go as well, or the customer could pay that twice.
CREATE OR REPLACE TRIGGER billets_end_pix_charge
  AFTER UPDATE OF payment_status, canceled_at, part_paid_centavos, open_fine_centavos, open_interest_centavos ON billets
  FOR EACH ROW WHEN (NEW.payment_status = 'PAID' OR NEW.canceled_at IS NOT NULL OR NEW.part_paid_centavos > 0
    OR NEW.open_fine_centavos IS NOT NULL OR NEW.open_interest_centavos > 0) EXECUTE FUNCTION end_pix_charge();

UPDATE pix_charges c SET state = CASE c.state WHEN 'draft' THEN 'removed' ELSE 'removing' END, attempts = 0, due_at = '-infinity'
FROM billets b
WHERE c.state IN ('draft', 'registering', 'active') AND b.id = c.billet_id
  AND (b.part_paid_centavos > 0 OR b.open_fine_centavos IS NOT NULL OR b.open_interest_centavos > 0);
