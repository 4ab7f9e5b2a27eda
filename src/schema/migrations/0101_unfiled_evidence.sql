-- concurrent
-- What is still to become a file, oldest first. Both are nearly empty once it is done.
CREATE INDEX CONCURRENTLY IF NOT EXISTS onboarding_documents_unfiled ON onboarding_documents (received_at) WHERE box IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS signed_contracts_unfiled ON signed_contracts (signed_at) WHERE pdf_box IS NOT NULL;
ALTER TABLE onboarding_documents VALIDATE CONSTRAINT onboarding_documents_one_place;
ALTER TABLE signed_contracts VALIDATE CONSTRAINT signed_contracts_one_place;
