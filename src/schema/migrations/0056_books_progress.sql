-- How far entries were searched for balances on accounts of books version 1, which go on under the names of version 2.
CREATE TABLE books_progress (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  moved_through text NOT NULL
);
INSERT INTO books_progress (moved_through) VALUES ('');
