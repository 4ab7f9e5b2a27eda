-- Who issues the retailer's invoices. Without it no invoice of the retailer is validated automatically.
ALTER TABLE retailers ADD COLUMN cnpj text CHECK (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$');
UPDATE retailers SET cnpj = CASE id WHEN '000000000000000000000001' THEN '11222333000181' ELSE '11444777000161' END
  WHERE is_demonstration AND id IN ('000000000000000000000001', '000000000000000000000002');
